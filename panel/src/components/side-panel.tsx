import { CloseButton } from "@mantine/core";
import { useFocusReturn, useFocusTrap } from "@mantine/hooks";
import { type ReactNode, useDeferredValue, useEffect, useId, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import "./side-panel.css";

type SidePanelProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** For tables and bodies of requests. */
  width?: "wide";
  children: ReactNode;
};

/**
 * A dialog at the window's right edge, beside what it explains. Unlike Mantine's Drawer it changes nothing outside itself: a
 * style on the page's body makes the browser compute the style of every row of a long list again.
 */
export function SidePanel({ opened, onClose, title, width, children }: SidePanelProps) {
  useFocusReturn({ opened });
  if (!opened) return null;
  return createPortal(
    <Opened onClose={onClose} title={title} width={width}>
      {children}
    </Opened>,
    document.body,
  );
}

function Opened({ onClose, title, width, children }: Omit<SidePanelProps, "opened">) {
  const { t } = useTranslation();
  const heading = useId();
  const trap = useFocusTrap(true);
  // The panel opens at once; its content renders right after it.
  const content = useDeferredValue(children, null);
  useScrollLock();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog above this one closes first, wherever it stands in the document. Without animation that dialog is already
      // removed; then the key was pressed in it.
      const pressed_in = event.target instanceof Element ? event.target.closest('[aria-modal="true"]') : null;
      const dialogs = [...document.querySelectorAll('[aria-modal="true"]'), ...(pressed_in === null ? [] : [pressed_in])];
      const alone = dialogs.every((dialog) => dialog.getAttribute("aria-labelledby") === heading);
      if (event.key === "Escape" && !event.isComposing && alone) onClose();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onClose, heading]);
  return (
    <div className="panel-side">
      <div className="panel-side-behind" onClick={onClose} aria-hidden />
      <section
        ref={trap}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
        className="panel-side-box"
        data-width={width}
      >
        <header>
          <h2 id={heading}>{title}</h2>
          <CloseButton aria-label={t("close")} onClick={onClose} />
        </header>
        <div className="panel-side-body">{content}</div>
      </section>
    </div>
  );
}

/** Stops the page behind from scrolling, and keeps the space of its scrollbar. */
function useScrollLock(): void {
  // Read before anything is added, when it needs no new layout.
  const [takes_room] = useState(() => innerWidth > document.documentElement.clientWidth);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const before = [style.overflow, style.scrollbarGutter] as const;
    style.overflow = "hidden";
    if (takes_room) style.scrollbarGutter = "stable";
    return () => {
      [style.overflow, style.scrollbarGutter] = before;
    };
  }, [takes_room]);
}
