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
  /** Wide: for tables and bodies of requests. */
  width?: "wide";
  children: ReactNode;
};

/**
 * A dialog at the window's end, beside what it explains. Unlike Mantine's Drawer it touches nothing outside itself: a style on the
 * page's body makes the browser look anew at every row of a long list.
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
  // The panel answers the click; what is in it follows at once.
  const content = useDeferredValue(children, null);
  useScrollLock();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog that lies above it closes first, wherever it stands in the document. Without motion it is already gone; then the key was pressed in it.
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

/** Keeps the page behind where it is; where a scrollbar takes room, that room stays. */
function useScrollLock(): void {
  // Asked before anything is added, when it costs no layout.
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
