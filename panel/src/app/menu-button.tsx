import { ActionIcon } from "@mantine/core";
import { type ReactElement, type ReactNode, type Ref, Suspense, useEffect, useState } from "react";
import { afterShown } from "./later.tsx";

type MenuButtonProps = {
  label: string;
  icon: ReactNode;
  /** The menu with its button, out of menus.tsx by `lazy`. */
  renderMenu: (button: ReactElement<{ ref?: Ref<HTMLButtonElement> }>) => ReactNode;
};

/** A button of the header; what its menu is made of is loaded once the page has been shown, or when it is pressed before. */
export function MenuButton({ label, icon, renderMenu }: MenuButtonProps) {
  const [pressed, setPressed] = useState(false);
  useEffect(() => afterShown(() => loadMenus().catch(() => undefined)), []);
  const button = (
    <ActionIcon size="lg" aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setPressed(true)}>
      {icon}
    </ActionIcon>
  );
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      {renderMenu(
        <ActionIcon size="lg" aria-label={label}>
          {icon}
        </ActionIcon>,
      )}
    </Suspense>
  );
}

export const loadMenus = () => import("./menus.tsx");
