const age_s = 31_536_000;

/** What is chosen on this device is kept by the device; the server is told, because it paints the next page before any script. */
export function storeChoice(name: "language" | "scheme", value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `muster_${name}=${value}; Path=/panel; Max-Age=${age_s}; SameSite=Lax${secure}`;
}
