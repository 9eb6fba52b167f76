import { ActionIcon } from "@mantine/core";
import { type ReactElement, type ReactNode, type Ref, useEffect, useState } from "react";
import { useLate } from "../../components/use-late.ts";
import { afterShown } from "../later.tsx";

type Menus = Awaited<ReturnType<typeof loadMenus>>;

type MenuButtonProps = {
  label: string;
  icon: ReactNode;
  /** Renders the menu with its button, from menus.tsx. */
  renderMenu: (menus: Menus, button: ReactElement<{ ref?: Ref<HTMLButtonElement> }>) => ReactNode;
};

/** A button of the header. Its menu's code is loaded once the page has been shown, or earlier when the button is pressed. */
export function MenuButton({ label, icon, renderMenu }: MenuButtonProps) {
  const [pressed, setPressed] = useState(false);
  useEffect(() => afterShown(() => loadMenus().catch(() => undefined)), []);
  const menus = useLate(loadMenus, pressed, () => setPressed(false));
  if (menus === null)
    return (
      <ActionIcon size="lg" aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setPressed(true)}>
        {icon}
      </ActionIcon>
    );
  return renderMenu(
    menus,
    <ActionIcon size="lg" aria-label={label}>
      {icon}
    </ActionIcon>,
  );
}

const loadMenus = () => import("./menus.tsx");
