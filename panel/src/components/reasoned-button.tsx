import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";

/** A button that says why it cannot be pressed, to the keyboard and to screen readers too, instead of going away. */
export function ReasonedButton({
  reason,
  onClick,
  children,
  ...rest
}: ButtonProps & { reason: string | null; onClick: () => void; children: ReactNode }) {
  if (reason === null)
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Button {...rest} data-disabled aria-disabled onClick={(event: MouseEvent) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
