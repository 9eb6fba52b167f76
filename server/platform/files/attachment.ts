/** No part of an uploaded file may run or be shown in our origin. */
export const file_headers = { "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'" };

/** RFC 6266: a name that every client reads, and the real one beside it. */
export function attachmentOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
