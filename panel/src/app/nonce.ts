/** The nonce of this page's policy, without which no script may insert a style. */
export function getStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
