import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import "./hints.css";

/** What is only passed over says nothing. */
const delay_ms = 250;
/** Between the hint, what it is of, and the window's edge; in pixels. */
const gap = 6;
const id = "panel-hint";

/**
 * What an element says in `data-hint`, shown in a box beside it while it is pointed at, touched or has the focus. One box for the
 * whole page: a tooltip of its own for each cell makes a list of a hundred rows slow.
 */
export function Hints() {
  const [of, setOf] = useState<HTMLElement | null>(null);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => watch(setOf), []);
  useLayoutEffect(() => {
    if (of === null || box.current === null) return undefined;
    place(box.current, of.getBoundingClientRect());
    of.setAttribute("aria-describedby", id);
    // "Copy" becomes "Copied" while it is looked at.
    const changes = new MutationObserver(lookAgain);
    changes.observe(of, { attributeFilter: ["data-hint"] });
    return () => {
      changes.disconnect();
      of.removeAttribute("aria-describedby");
    };
  }, [of]);
  if (of === null) return null;
  return (
    <div role="tooltip" id={id} className="panel-hint" ref={box}>
      {of.dataset["hint"]}
    </div>
  );
}

/** Tells of the element whose hint is to be seen. */
function watch(show: (of: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let near: HTMLElement | null = null;
  const look = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
    if (found === near) return;
    leave();
    near = found;
    if (found) timer = setTimeout(() => show(found.isConnected ? found : null), delay_ms);
  };
  const leave = () => {
    clearTimeout(timer);
    if (near !== null) show(null);
    near = null;
  };
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && leave();
  const stop = new AbortController();
  const { signal } = stop;
  for (const event of ["pointerover", "focusin"] as const) document.addEventListener(event, look, { signal });
  document.addEventListener("pointerleave", leave, { signal });
  // Whatever moves leaves its hint behind.
  document.addEventListener("scroll", leave, { signal, capture: true, passive: true });
  addEventListener("keydown", onKey, { signal, capture: true });
  addEventListener("blur", leave, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Above what it is of, or below where there is no room, and within the window. */
function place(box: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = box;
  const middle = left + width / 2 - offsetWidth / 2;
  const above = top - offsetHeight - gap;
  box.style.left = `${Math.max(gap, Math.min(middle, document.documentElement.clientWidth - offsetWidth - gap))}px`;
  box.style.top = `${above < gap ? bottom + gap : above}px`;
}
