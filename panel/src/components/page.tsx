import type { ReactNode } from "react";
import { WayBack } from "./forms/detour.tsx";
import { TextLink } from "./values/link.tsx";
import { usePainting } from "./painting.ts";

export type PageProps = {
  title: string;
  /** One or two lines below the title. */
  description?: ReactNode;
  /** Badges beside the title. */
  aside?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** The screens above this one. */
  parents?: readonly { title: string; to: string; params?: Record<string, string> }[];
  /** `narrow`: for a form or text, because long lines are hard to read. */
  width?: "narrow" | "full";
  children: ReactNode;
};

/** A screen: the document's title, the one `h1`, the page's buttons, and the content. */
export function Page({ title, description, aside, actions, parents, width = "full", children }: PageProps) {
  const painting = usePainting();
  return (
    <div className="panel-page" data-width={width}>
      <title>{`${title} · Muster`}</title>
      {painting ? null : <WayBack />}
      {parents?.length ? (
        <nav className="panel-parents" aria-label={parents.map((parent) => parent.title).join(" / ")}>
          {parents.map((parent, index) => (
            <span key={parent.to}>
              {index === 0 ? null : <span aria-hidden> / </span>}
              <TextLink to={parent.to} params={parent.params}>
                {parent.title}
              </TextLink>
            </span>
          ))}
        </nav>
      ) : null}
      <div className="panel-page-line">
        <div className="panel-page-head">
          <div className="panel-page-title">
            <h1 className="panel-title">{title}</h1>
            {painting ? null : aside}
          </div>
          {description ? <div className="panel-page-text">{description}</div> : null}
        </div>
        {actions && !painting ? <div className="panel-page-actions">{actions}</div> : null}
      </div>
      {painting ? <div className="panel-to-come" /> : children}
    </div>
  );
}
