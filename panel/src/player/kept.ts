// Keeps in this browser what the server has not acknowledged, beyond the end of the page: a page that is being closed reads no
// answer. It is written synchronously, because such a page does not wait for promises either. Packages share this origin and can
// read its storage, so the data is encrypted with the secret of the launch, which no other package knows.
import { xchacha20poly1305 } from "@noble/ciphers/chacha";

export type Kept<Value> = {
  /** null: deletes what is kept. */
  write(value: Value | null): void;
  /** null: nothing is kept. */
  read(): Value | null;
};

const prefix = "muster.kept:";
const nonce_bytes = 24;
const key_bytes = 32;
/** As long as a launch is valid. */
const kept_max_ms = 28_800_000;
/** A longer value is not kept. */
const letters_max = 1_000_000;

/** Works in a browser without storage too, as in some private windows: then nothing is kept. */
export async function openKept<Value>(secret: string): Promise<Kept<Value>> {
  // Missing on a page over plain HTTP.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return { write: () => undefined, read: () => null };
  const digest = new Uint8Array(await subtle.digest("SHA-512", new TextEncoder().encode(`kept ${secret}`)));
  const key = digest.subarray(0, key_bytes);
  const name = prefix + Array.from(digest.subarray(key_bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  orNothing(dropOld);
  return {
    write: (value) =>
      orNothing(() =>
        value === null ? localStorage.removeItem(name) : localStorage.setItem(name, sealed(key, JSON.stringify(value))),
      ),
    read: () =>
      orNothing(() => {
        const text = localStorage.getItem(name);
        return text === null ? null : (JSON.parse(opened(key, text)) as Value);
      }),
  };
}

/** The instant at which it expires, then nonce and ciphertext, one character for each byte. */
function sealed(key: Uint8Array, plain: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonce_bytes));
  const bytes = xchacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(plain));
  const text = `${Date.now() + kept_max_ms}:${textOf(nonce)}${textOf(bytes)}`;
  if (text.length > letters_max) throw new Error("too long to be kept");
  return text;
}

function opened(key: Uint8Array, text: string): string {
  const bytes = Uint8Array.from(text.slice(text.indexOf(":") + 1), (letter) => letter.charCodeAt(0));
  const plain = xchacha20poly1305(key, bytes.subarray(0, nonce_bytes)).decrypt(bytes.subarray(nonce_bytes));
  return new TextDecoder().decode(plain);
}

/** Removes what other launches have left and what their expired tokens can no longer send. */
function dropOld(): null {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && !(Number.parseInt(localStorage.getItem(name) ?? "", 10) > Date.now()))
      localStorage.removeItem(name);
  return null;
}

function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function orNothing<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
