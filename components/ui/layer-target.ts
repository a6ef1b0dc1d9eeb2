import { createContext, useContext } from "react";

const LayerTarget = createContext<HTMLElement | null>(null);

/** A dialog says where the lists and calendars of its fields are drawn: inside it, so that they belong to it. */
export const LayerTargetProvider = LayerTarget.Provider;

/** Nothing outside of a dialog: the page's own place for layers is right there. */
export function useLayerTarget(): { target: HTMLElement } | undefined {
  const target = useContext(LayerTarget);
  return target ? { target } : undefined;
}
