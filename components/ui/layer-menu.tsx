import { Menu, type MenuProps } from "@mantine/core";
import { useState } from "react";
import { useLayer } from "./layers";

/** A menu that the browser's Back closes, as it closes every layer. */
export function LayerMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useLayer(opened, () => setOpened(false));
  return <Menu {...props} opened={opened} onChange={setOpened} />;
}
