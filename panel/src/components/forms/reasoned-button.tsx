import { Button, type ButtonProps } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";

/** A button that is never hidden: when it cannot be pressed it says why, also to the keyboard and to screen readers. */
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
    <Button {...rest} data-disabled aria-disabled data-hint={reason} onClick={(event: MouseEvent) => event.preventDefault()}>
      {children}
    </Button>
  );
}
