import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, languages } from "./i18n.ts";

const schemes = [
  ["light", IconSun],
  ["dark", IconMoon],
  ["auto", IconDeviceDesktop],
] as const;

/** In the header, and on the pages before it. */
export function SchemeMenu() {
  const { t } = useTranslation("shell");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = schemes.find(([name]) => name === colorScheme)?.[1] ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t("scheme.menu")}>
          <Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(([name, SchemeIcon]) => (
          <Menu.Item
            key={name}
            aria-current={name === colorScheme || undefined}
            leftSection={<SchemeIcon size={16} />}
            rightSection={name === colorScheme ? <IconCheck size={14} /> : null}
            onClick={() => setColorScheme(name)}
          >
            {t(`scheme.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Languages by their own names, so that whoever cannot read the page finds theirs. */
export const language_names = { en: "English", pl: "Polski" } as const;

export function LanguageMenu() {
  const { t, i18n } = useTranslation("shell");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t("language.menu")}>
          <IconLanguage size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === i18n.language || undefined}
            rightSection={language === i18n.language ? <IconCheck size={14} /> : null}
            onClick={() => void chooseLanguage(language)}
          >
            {language_names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
