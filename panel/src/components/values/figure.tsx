import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import "./figure.css";
import { type LinkTarget, linkTo } from "./link.tsx";
import type { Tone } from "./state-badge.tsx";

type FigureProps = {
  label: string;
  value: ReactNode;
  /** What the value is a part of, or what follows from it. */
  text?: ReactNode;
  tone?: Tone;
  /** The used share of a limit: 0 to 1. */
  part?: number | undefined;
  /** The screen that lists what the figure counts. */
  target?: LinkTarget;
};

/** One important number; it links to what it counts. */
export function Figure({ label, value, text, tone = "quiet", part, target }: FigureProps) {
  const content = (
    <>
      <span>{label}</span>
      <strong>{value}</strong>
      {text ? <span>{text}</span> : null}
      {part === undefined ? null : (
        <span className="figure-bar" aria-hidden>
          <span style={{ width: `${Math.min(100, Math.round(part * 100))}%` }} />
        </span>
      )}
    </>
  );
  if (!target)
    return (
      <div className="figure" data-tone={tone}>
        {content}
      </div>
    );
  return (
    <Link className="figure" data-tone={tone} {...linkTo(target)}>
      {content}
    </Link>
  );
}
