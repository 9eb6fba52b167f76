import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { usePainting } from "../../components/painting.ts";
import { Brand } from "./brand.tsx";
import { LanguageMenu, SchemeMenu } from "./preferences.tsx";

type BareProps = {
  title: string;
  /** A sentence below the title. */
  text?: string;
  /** The logo of the organisation to which the user signs in. */
  logo?: ReactNode;
  children: ReactNode;
};

/** A page without the shell: sign-in and the pages that lead there. */
export function Bare({ title, text, logo, children }: BareProps) {
  const painting = usePainting();
  return (
    <main className="panel-bare">
      <title>{`${title} · Muster`}</title>
      <div className="panel-bare-brand">
        <Brand size={30} />
        Muster
        {painting ? null : logo}
      </div>
      <div className="panel-bare-card">
        <h1 className="panel-title">{title}</h1>
        {text ? <p className="panel-bare-text">{text}</p> : null}
        {painting ? <div className="panel-to-come" /> : children}
      </div>
      {painting ? null : (
        <Group mt="md" gap={4}>
          <LanguageMenu />
          <SchemeMenu />
        </Group>
      )}
    </main>
  );
}
