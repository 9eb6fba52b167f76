import { ActionIcon } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export type Density = "dense" | "roomy";

/** The row height of all lists; stored on this device. */
export function useDensity() {
  return useLocalStorage<Density>({ key: "muster.density", defaultValue: "dense" });
}

export function DensitySwitch({ density, set }: { density: Density; set: (density: Density) => void }) {
  const { t } = useTranslation();
  const says = t(density === "dense" ? "list.roomy" : "list.dense");
  return (
    <ActionIcon
      size="lg"
      visibleFrom="sm"
      onClick={() => set(density === "dense" ? "roomy" : "dense")}
      aria-label={says}
      data-hint={says}
    >
      {density === "dense" ? <IconBaselineDensityMedium size={17} /> : <IconBaselineDensitySmall size={17} />}
    </ActionIcon>
  );
}
