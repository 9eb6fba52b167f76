import { create } from "qrcode";

/** Empty modules around the code, which readers need to find it. */
const margin = 4;

type QrCodeProps = {
  text: string;
  label: string;
  /** The maximum width, in px. */
  width?: number;
  /** Error correction: how much of the code may be damaged. L makes a long text fit with the largest modules. */
  correction?: "L" | "M";
};

/** A QR code as one path: dark on white in every theme, because readers need that. */
export function QrCode({ text, label, width = 176, correction = "M" }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: correction });
  const size = modules.size + 2 * margin;
  const dark = Array.from({ length: modules.size ** 2 }, (_, index) => index).filter((index) => modules.data[index]);
  const path = dark
    .map((index) => `M${(index % modules.size) + margin} ${Math.floor(index / modules.size) + margin}h1v1h-1z`)
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      className="panel-qr"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
