/** The channel on which a window that was confirmed at the company's identity provider notifies the pages that wait for it. */
const channel_name = "muster.confirmed";

export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channel_name);
  channel.postMessage("confirmed");
  channel.close();
}

/** Calls `confirmed` when another window was confirmed; returns the function that stops listening. */
export function awaitConfirmed(confirmed: () => void): () => void {
  const channel = new BroadcastChannel(channel_name);
  channel.addEventListener("message", confirmed);
  return () => channel.close();
}

const window_features = "popup,width=560,height=760";

/**
 * Opens a window in which the company's identity provider asks for confirmation. If the browser blocks windows, this page goes
 * there itself.
 */
export function openConfirmation(): void {
  const address = "/panel/confirm-company";
  if (window.open(address, "_blank", window_features) === null) location.assign(address);
}
