import { Anchor, Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Addresses are those of screens (`/clients/$client_id`), which the router finds at run time. */
export type LinkTarget = {
  to: string;
  params?: Record<string, string> | undefined;
  search?: Record<string, string | undefined> | undefined;
};

type TextLinkProps = LinkTarget & {
  children: ReactNode;
  className?: string;
  tabIndex?: number;
  /** What else a click does; the router handles the click as well. */
  onClick?: () => void;
};

export function TextLink({ children, to, params, search, ...rest }: TextLinkProps) {
  return (
    <Anchor inherit {...rest} renderRoot={(props) => <Link {...props} {...linkTo({ to, params, search })} />}>
      {children}
    </Anchor>
  );
}

export function LinkButton({ children, to, params, search, ...rest }: LinkTarget & ButtonProps & { children: ReactNode }) {
  return (
    <Button {...rest} renderRoot={(props) => <Link {...props} {...linkTo({ to, params, search })} />}>
      {children}
    </Button>
  );
}

/** The router's types accept only routes known at compile time, and ours are found at run time. */
export function linkTo({ to, params, search }: LinkTarget) {
  return { to, params: params ?? {}, search: search ?? {} } as object as { to: string };
}
