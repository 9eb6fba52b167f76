/** Headers that keep an uploaded file from running scripts or being framed in the service's origin. */
export const file_headers = { "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'" };

/** The Content-Disposition header (RFC 6266): an ASCII name for every client, and the real name as `filename*`. */
export function attachmentOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
