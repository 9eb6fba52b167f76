// Texts that grow person by person while other files are written: an archive takes one file after the other, so they are kept,
// compressed, until it is their turn.
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Texts are compressed together once there is so much of them. */
const piece_letters = 65_536;

export type KeptText = { add(text: string): void; parts(): Generator<Uint8Array> };

export function createKeptText(): KeptText {
  const pieces: Buffer[] = [];
  let open: string[] = [];
  let letters = 0;
  const close = () => {
    if (letters > 0) pieces.push(deflateRawSync(open.join(""), { level: 1 }));
    [open, letters] = [[], 0];
  };
  return {
    add(text) {
      open.push(text);
      letters += text.length;
      if (letters >= piece_letters) close();
    },
    *parts() {
      close();
      for (const piece of pieces) yield inflateRawSync(piece);
    },
  };
}
