import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import "./hints.css";

/** An element over which the pointer only passes shows no hint. */
const delay_ms = 250;
/** The distance in pixels between the hint, its element and the window's edge. */
const gap = 6;
const id = "panel-hint";

/**
 * Shows the text of an element's `data-hint` in a box beside it, while the element is pointed at, touched or focused. The whole
 * page shares one box, because a tooltip for each cell makes a list of a hundred rows slow.
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
    // A hint may change while it is shown: "Copy" becomes "Copied".
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

/** Calls `show` with the element whose hint is to be shown. */
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
  // Scrolling moves the element away from its hint, so the hint is hidden.
  document.addEventListener("scroll", leave, { signal, capture: true, passive: true });
  addEventListener("keydown", onKey, { signal, capture: true });
  addEventListener("blur", leave, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Places the box above its element, or below where there is no space above, and within the window. */
function place(box: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = box;
  const middle = left + width / 2 - offsetWidth / 2;
  const above = top - offsetHeight - gap;
  box.style.left = `${Math.max(gap, Math.min(middle, document.documentElement.clientWidth - offsetWidth - gap))}px`;
  box.style.top = `${above < gap ? bottom + gap : above}px`;
}
