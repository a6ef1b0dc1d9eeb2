import { createContext, useContext } from "react";

/** Opens the More sheet of a phone; filled by the frame, for pages that point to it. */
export const OpenMoreContext = createContext<() => void>(() => {});

export function useOpenMore(): () => void {
  return useContext(OpenMoreContext);
}
