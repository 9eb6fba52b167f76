import { useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuButton } from "./menu-button.tsx";
import { scheme_icons } from "../scheme.ts";

/** Stands in the header, and on the pages before the sign-in. */
export function SchemeMenu() {
  const { t } = useTranslation("shell");
  const { colorScheme } = useMantineColorScheme();
  const Icon = scheme_icons.find(([name]) => name === colorScheme)?.[1] ?? IconDeviceDesktop;
  return (
    <MenuButton
      label={t("scheme.menu")}
      icon={<Icon size={18} />}
      renderMenu={(menus, button) => <menus.SchemeMenu button={button} />}
    />
  );
}

export function LanguageMenu() {
  const { t } = useTranslation("shell");
  return (
    <MenuButton
      label={t("language.menu")}
      icon={<IconLanguage size={18} />}
      renderMenu={(menus, button) => <menus.LanguageMenu button={button} />}
    />
  );
}
