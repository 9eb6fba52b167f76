import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkButton, type LinkTarget } from "../values/link.tsx";
import { ReasonedButton } from "./reasoned-button.tsx";

/** A link that looks like a button, and says why it cannot be followed, as `<ReasonedButton>` does. */
export function ReasonedLink({
  reason,
  to,
  params,
  search,
  ...rest
}: LinkTarget & ButtonProps & { reason: string | null; children: ReactNode }) {
  if (reason === null) return <LinkButton {...rest} to={to} params={params} search={search} />;
  return <ReasonedButton {...rest} reason={reason} onClick={() => undefined} />;
}
