import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { LanguageMenu, SchemeMenu } from "./preferences.tsx";

/** A page without the shell: sign-in and what leads there. */
export function Bare({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="panel-bare">
      <title>{`${title} · Muster`}</title>
      <Group mb="lg" gap="xs" fw={650} fz="lg">
        <Brand size={30} />
        Muster
      </Group>
      <div className="panel-bare-card">
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </div>
      <Group mt="md" gap={4}>
        <LanguageMenu />
        <SchemeMenu />
      </Group>
    </main>
  );
}
