import { malformedRequest, payloadTooLarge } from "../problem.ts";

/** A file in the body of a request: the length from its headers, and its bytes. */
export type Upload = { announced_bytes: number; bytes: AsyncIterable<Buffer> };

/** The whole content of a small file; never holds more than `max_bytes`. */
export async function readUpload({ announced_bytes, bytes }: Upload, max_bytes: number): Promise<Buffer> {
  const tooLarge = () =>
    payloadTooLarge(`The file may have at most ${max_bytes} bytes.`, { members: { limit_bytes: max_bytes } });
  if (announced_bytes > max_bytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > max_bytes) break;
      pieces.push(piece);
    }
  } catch (error) {
    throw malformedRequest("The upload broke off.", { cause: error });
  }
  if (size > max_bytes) throw tooLarge();
  if (size === 0) throw malformedRequest("The body is missing; send the file.");
  return Buffer.concat(pieces);
}
