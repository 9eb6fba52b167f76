/** How long to wait for the server's answer about its version. */
const timeout_ms = 5_000;

/** Whether the server has another version of the panel than this page. If it does not answer, the version counts as the same. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  try {
    const page = await fetch("/panel/sign-in", { signal: AbortSignal.timeout(timeout_ms), cache: "no-store" });
    return page.ok && own !== undefined && own !== null && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}
