// Texts that grow person by person while other files are written. An archive takes one file after another, so these are kept
// compressed until their turn.
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Pending texts are compressed when they have this many characters. */
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
