/* oxlint-disable no-underscore-dangle -- the name is theirs */
declare global {
  /** The name under which react-remove-scroll, used by Mantine's dialogs, looks for the nonce. */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = getStyleNonce();

/** The nonce of this page's CSP, without which no script may insert a style. */
export function getStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
