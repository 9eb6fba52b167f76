import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "./link.tsx";

export type PageProps = {
  title: string;
  /** One or two lines below the title. */
  description?: ReactNode;
  /** Badges beside the title. */
  aside?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** Where this screen is reached from. */
  parents?: readonly { title: string; to: string; params?: Record<string, string> }[];
  /** `narrow`: a form or text, which long lines make hard to read. */
  width?: "narrow" | "full";
  children: ReactNode;
};

/** A screen: the document's title, the one `h1`, what can be done here, and the content. */
export function Page({ title, description, aside, actions, parents, width = "full", children }: PageProps) {
  return (
    <div className="panel-page" data-width={width}>
      <title>{`${title} · Muster`}</title>
      {parents?.length ? (
        <nav className="panel-parents" aria-label={parents.map((parent) => parent.title).join(" / ")}>
          {parents.map((parent) => (
            <span key={parent.to}>
              <TextLink to={parent.to} params={parent.params}>
                {parent.title}
              </TextLink>
              <span aria-hidden> / </span>
            </span>
          ))}
        </nav>
      ) : null}
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className="panel-page-head">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {aside}
          </Group>
          {description ? (
            <Text c="dimmed" size="sm" mt={2} component="div" maw="44rem">
              {description}
            </Text>
          ) : null}
        </div>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </div>
  );
}
