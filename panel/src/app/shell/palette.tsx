import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconLogout, IconSearch, IconUserCircle } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Session, useSignOut } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";
import { navigationOf } from "./navigation.tsx";

/** Goes anywhere by typing its name; opened by ⌘K. */
export function Palette({ session, close }: { session: Session; close: () => void }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const sign_out = useSignOut(toast.failed);
  const [[store, spotlight]] = useState(createSpotlight);
  useEffect(() => spotlight.open(), [spotlight]);

  const actions: SpotlightActionData[] = navigationOf(session).map((screen) => ({
    id: screen.path,
    label: t(screen.title as "nav.overview"),
    description: screen.nav.group === "overview" ? "" : t(`nav_group.${screen.nav.group}`),
    leftSection: <screen.nav.icon size={18} stroke={1.7} />,
    onClick: () => void navigate({ to: screen.path }),
  }));
  actions.push(
    {
      id: "account",
      label: t("account.open"),
      leftSection: <IconUserCircle size={18} />,
      onClick: () => void navigate({ to: "/account" }),
    },
    { id: "sign-out", label: t("account.sign_out"), leftSection: <IconLogout size={18} />, onClick: () => sign_out.mutate() },
  );
  return (
    <Spotlight
      store={store}
      actions={actions}
      attributes={{ content: { "aria-label": t("palette.button") } }}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={360}
      nothingFound={t("palette.nothing")}
      onSpotlightClose={close}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t("palette.placeholder"),
        "aria-label": t("palette.placeholder"),
      }}
    />
  );
}
