/** How long the server may take to say which version it has. */
const timeout_ms = 5_000;

/** Whether the server has another version of the panel than this page is of; where it cannot be asked, it counts as the same. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  try {
    const page = await fetch("/panel/sign-in", { signal: AbortSignal.timeout(timeout_ms), cache: "no-store" });
    return page.ok && own !== undefined && own !== null && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}
