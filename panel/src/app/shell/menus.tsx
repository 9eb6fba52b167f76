import { Kbd, Menu, Text, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconKeyboard, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ApiProblem, offline_code } from "../../api/problem.ts";
import { session_key, type Session, useSignOut } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";
import { chooseLanguage } from "../i18n.ts";
import { type Language, language_names, languages } from "../languages.ts";
import { scheme_icons } from "../scheme.ts";

type MenuProps = { button: ReactElement<{ ref?: Ref<HTMLButtonElement> }> };

export function SchemeMenu({ button }: MenuProps) {
  const { t } = useTranslation("shell");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <HeaderMenu button={button}>
      {scheme_icons.map(([name, Icon]) => (
        <Menu.Item
          key={name}
          aria-current={name === colorScheme || undefined}
          leftSection={<Icon size={16} />}
          rightSection={name === colorScheme ? <IconCheck size={14} /> : null}
          onClick={() => setColorScheme(name)}
        >
          {t(`scheme.${name}`)}
        </Menu.Item>
      ))}
    </HeaderMenu>
  );
}

/**
 * Chooses the language of this device. For a signed-in user it is also stored in the account, where it decides the language of
 * mails.
 */
export function LanguageMenu({ button }: MenuProps) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const keepOfAccount = useMutation({
    mutationFn: (language: Language) => api.POST("/panel/api/language", { body: { language } }),
  });
  const choose = async (language: Language) => {
    try {
      await chooseLanguage(language);
    } catch {
      // The texts of that language could not be loaded.
      toast.failed(new ApiProblem(0, { code: offline_code }));
      return;
    }
    if (client.getQueryData(session_key)) keepOfAccount.mutate(language);
  };
  return (
    <HeaderMenu button={button}>
      {languages.map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          aria-current={language === i18n.language || undefined}
          rightSection={language === i18n.language ? <IconCheck size={14} /> : null}
          onClick={() => void choose(language)}
        >
          {language_names[language]}
        </Menu.Item>
      ))}
    </HeaderMenu>
  );
}

export function AccountMenu({ button, session, help }: MenuProps & { session: Session; help: () => void }) {
  const { t } = useTranslation("shell");
  const sign_out = useSignOut(toast.failed);
  const { name, email, role } = session.account;
  return (
    <HeaderMenu button={button} width={240}>
      <Menu.Label component="div">
        <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
          {name}
        </Text>
        {email === null ? null : (
          <Text size="xs" truncate>
            {email}
          </Text>
        )}
        <Text size="xs">{t(`role.${role}`)}</Text>
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} />}>
        {t("account.open")}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={help}>
        {t("shortcuts.title")}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => sign_out.mutate()}>
        {t("account.sign_out")}
      </Menu.Item>
    </HeaderMenu>
  );
}

/**
 * A menu that opens at once: its button was pressed before the menu's code was loaded. It takes the focus from the button that it
 * replaces.
 */
function HeaderMenu({ button, width, children }: MenuProps & { width?: number; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened} {...(width === undefined ? {} : { width })}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
