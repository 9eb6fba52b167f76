/* oxlint-disable no-underscore-dangle -- the name is theirs */
declare global {
  /** Where react-remove-scroll, which Mantine's dialogs use, looks for it. */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = getStyleNonce();

/** The nonce of this page's policy, without which no script may insert a style. */
export function getStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
