import { Button, type ButtonProps } from "@mantine/core";
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
    <Button {...rest} data-disabled aria-disabled data-hint={reason} onClick={(event: MouseEvent) => event.preventDefault()}>
      {children}
    </Button>
  );
}
