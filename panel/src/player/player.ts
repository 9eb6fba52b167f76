// The page in which a package runs, on the origin of content. It is built as a script of its own, without the panel.
import { createCommits, sendKept, type Commits, type Numbered, type State, type Taken } from "./commits.ts";
import { openKept } from "./kept.ts";
import { closeRuntime, openRuntime, type Runtime } from "./runtime.ts";

type Item = { id: string; title: string; speaks: boolean; href: string; status: Taken["status"] | null };
type Boot = {
  standard: "scorm_1.2" | "scorm_2004" | "cmi5";
  items: Item[];
  first: number;
  panel_origin: string;
  words: Record<State | "passed" | "failed" | "loading" | "done" | "not_done" | "failed_item", string>;
};

const boot = JSON.parse(document.querySelector("#boot")!.textContent) as Boot;
const frame = document.querySelector<HTMLIFrameElement>("#content")!;
const state_line = document.querySelector("#state")!;
const here = new URL(".", location.href);

const statuses_every_ms = 3_000;

let opening = 0;
let place = -1;
let runtime: Runtime | null = null;
let result: "passed" | "failed" | null = null;

const asked = new URLSearchParams(location.search);
const commits_url = new URL("commits", here).href;
// A shared browser keeps nothing.
const kept = asked.has("shared") ? { write: () => undefined, read: () => null } : await openKept<Numbered[]>(here.pathname);
const commits: Commits = createCommits(commits_url, kept, {
  onState: say,
  onTaken(commit, taken) {
    const item = boot.items.find(({ id }) => id === commit.item)!;
    item.status = taken.status;
    if (taken.result === "passed" || taken.result === "failed") result = taken.result;
    drawItems();
    if (taken.result !== null) postToPanel({ kind: "result", result: taken.result });
  },
});

function say(state: State): void {
  state_line.textContent = state === "saved" && result !== null ? boot.words[result] : boot.words[state];
  document.documentElement.dataset["state"] = state;
}

/** Notifies the panel, which reads the course again and closes the frame when everything is saved. */
function postToPanel(message: { kind: "result"; result: string } | { kind: "closed" | "unsent" }): void {
  parent.postMessage({ from: "muster.content", ...message }, boot.panel_origin);
}

let turn: Promise<void> = Promise.resolve();

/** Opens items one after the other: two that are chosen quickly would share a runtime. */
function openInTurn(next: number): void {
  turn = openAfter(turn, next);
}

async function openAfter(before: Promise<void>, next: number): Promise<void> {
  await before;
  try {
    await openItem(next);
  } catch {
    say("unsaved");
  }
}

/**
 * Closes the open item and opens another one. The content that is closed may still report its end: it finds its own runtime until
 * it is unloaded.
 */
async function openItem(next: number): Promise<void> {
  await leaveItem();
  opening += 1;
  place = next;
  const item = boot.items[place]!;
  const number = opening;
  const onCommit = (elements: Record<string, string>, ended: boolean) =>
    commits.add({ item: item.id, opening: number, elements, ended });
  drawItems();
  if (boot.standard === "cmi5") return openSession(item);
  if (item.speaks) {
    const answer = await fetch(new URL(`items/${place}`, here)).catch(() => null);
    if (!answer?.ok) return say(answer?.status === 410 || answer?.status === 404 ? "ended" : "unsaved");
    runtime = await openRuntime(boot.standard, (await answer.json()) as Record<string, string>, onCommit);
  }
  frame.title = item.title;
  frame.src = new URL(`files/${item.href}`, here).href;
  say("saved");
  if (!item.speaks) onCommit({}, true);
}

/** An AU of cmi5 reports to the server itself, so the page reads its status from the server. */
async function openSession(item: Item): Promise<void> {
  const answer = await fetch(new URL(`items/${place}/session`, here), { method: "POST" });
  if (!answer.ok) return say(answer.status === 409 ? "superseded" : answer.status < 500 ? "ended" : "unsaved");
  const { url } = (await answer.json()) as { url: string };
  frame.title = item.title;
  frame.src = url;
  say("saved");
}

type Statuses = { statuses: Record<string, Item["status"]>; result: "passed" | "failed" | "not_counted" | null };

async function readStatuses(): Promise<void> {
  const answer = await fetch(new URL("statuses", here)).catch(() => null);
  if (!answer?.ok) return;
  const said = (await answer.json()) as Statuses;
  for (const item of boot.items) item.status = said.statuses[item.id] ?? null;
  drawItems();
  if (said.result === null || said.result === "not_counted" || said.result === result) return;
  result = said.result;
  say("saved");
  postToPanel({ kind: "result", result });
}

async function leaveItem(): Promise<void> {
  if (place < 0) return;
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
    frame.src = "about:blank";
  });
  keepInterrupted();
  runtime = null;
  closeRuntime();
}

/** Commits what the content has reported, if it was left without an end. */
function keepInterrupted(): void {
  const elements = runtime?.snapshot();
  if (elements) commits.add({ item: boot.items[place]!.id, opening, elements, ended: false });
}

function drawItems(): void {
  const list = document.querySelector("#items");
  if (list === null) return;
  if (list.children.length === 0)
    for (const [index] of boot.items.entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => openInTurn(index));
      const entry = document.createElement("li");
      entry.append(button);
      list.append(entry);
    }
  for (const [index, { title, status }] of boot.items.entries()) {
    const button = list.children[index]!.firstElementChild!;
    const said =
      status === "passed" || status === "completed"
        ? boot.words.done
        : status === "failed"
          ? boot.words.failed_item
          : boot.words.not_done;
    button.textContent = `${title} (${said})`;
    if (index === place) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

if (boot.standard === "cmi5") {
  frame.addEventListener("load", () => void readStatuses());
  setInterval(() => void readStatuses(), statuses_every_ms);
}

// A phone may end a hidden page without an event.
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keepInterrupted());

addEventListener("pagehide", () => {
  keepInterrupted();
  commits.leave();
});

addEventListener("message", ({ origin, source, data }: MessageEvent<{ to?: string } | null>) => {
  if (origin !== boot.panel_origin || source !== parent || data?.to !== "muster.content.close") return;
  void leaveItem()
    .then(() => commits.settled())
    .then(() => postToPanel({ kind: "closed" }));
});

if (asked.has("kept")) postToPanel({ kind: (await sendKept(commits_url, kept)) ? "closed" : "unsent" });
else openInTurn(boot.first);
