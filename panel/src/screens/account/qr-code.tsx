import { create } from "qrcode";

/** Empty modules around the code, without which readers do not find it. */
const margin = 4;

/** A QR code as one path: dark on white in every theme, because readers want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const size = modules.size + 2 * margin;
  const dark = Array.from({ length: modules.size ** 2 }, (_, index) => index).filter((index) => modules.data[index]);
  const path = dark
    .map((index) => `M${(index % modules.size) + margin} ${Math.floor(index / modules.size) + margin}h1v1h-1z`)
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={176} height={176} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
