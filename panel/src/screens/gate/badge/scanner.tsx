import { Alert, Stack, Text } from "@mantine/core";
import decode from "qr/decode.js";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** The interval between two reads of the camera's picture; one read takes a phone some tens of milliseconds. */
const look_every_ms = 200;
/** A read that takes longer is given up, and the next picture is tried. */
const look_max_ms = 150;
/** The longest side of the picture that is read. Larger pictures take longer and show no more of a code that fills the frame. */
const side_max_px = 800;

/** The browser's own reader of codes (Shape Detection API), which the language's types do not know yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Shows the camera's picture, and calls `onText` with the first QR code in it. */
export function Scanner({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation("gate");
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<"no_camera" | "refused" | null>(null);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    const ended = new AbortController();
    const run = scan(video.current!, ended.signal, (text) => latest.current(text));
    run.catch((error: unknown) => {
      if (!ended.signal.aborted) setFault((error as DOMException).name === "NotAllowedError" ? "refused" : "no_camera");
    });
    return () => ended.abort();
  }, []);
  return (
    <Stack gap="xs">
      {fault ? <Alert color="orange">{t(`badge.${fault}`)}</Alert> : <Text size="sm">{t("badge.hold")}</Text>}
      <video ref={video} className="gate-video" muted playsInline hidden={fault !== null} aria-label={t("badge.picture")} />
    </Stack>
  );
}

/** Runs until a code is found or the signal aborts; both release the camera. */
async function scan(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => void): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException("no camera", "NotFoundError");
  const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 1280 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener("abort", stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
  const look = await readerOf();
  while (!signal.aborted) {
    const text = video.readyState >= video.HAVE_CURRENT_DATA ? await look(video) : null;
    if (text !== null && !signal.aborted) {
      stop();
      onText(text);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, look_every_ms));
  }
}

type Look = (video: HTMLVideoElement) => Promise<string | null>;

/** The browser's own reader if it supports QR codes, otherwise a library. */
async function readerOf(): Promise<Look> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  if (Own && formats?.includes("qr_code")) {
    const detector = new Own({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  }
  const canvas = document.createElement("canvas");
  const picture = canvas.getContext("2d", { willReadFrequently: true })!;
  return (video) => {
    const scale = Math.min(1, side_max_px / Math.max(video.videoWidth, video.videoHeight));
    [canvas.width, canvas.height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    picture.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return Promise.resolve(decode(picture.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: look_max_ms }));
    } catch {
      // The library throws if the picture has no code.
      return Promise.resolve(null);
    }
  };
}
