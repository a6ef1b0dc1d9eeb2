"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { addressBelow, call, fetchFile } from "@/lib/api/client";

const logs = contractsOf(() => import("@/lib/logs/contract"));
const folder = contractsOf(() => import("@/lib/backend-folder/contract"));

export function usePackLogs() {
  return useMutation({ mutationFn: () => call(logs.packLogs) });
}

export function useDownloadLogs() {
  return useMutation({ mutationFn: (filename: string) => fetchFile(logs.downloadLogs, { params: { filename } }) });
}

/** Whether the folder's page can be had: a frame does not say why it stayed empty. */
export function useFolderPage() {
  return useQuery({
    queryKey: [...backendKey(), "backend-folder"],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      await fetchFile(folder.browseFolder, { query: {}, signal });
      return true;
    },
  });
}

export function useOpenFolder() {
  return useMutation({ mutationFn: () => call(folder.openFolder) });
}

/** Where the folder's page is, for a frame or a tab of its own: both ask for it with the page's own sign-in. */
export function folderAddress(theme: "light" | "dark"): { address: string; isOwn: boolean } {
  const address = new URL(addressBelow(`/backend/browse?theme=${theme}`), window.location.href);
  return { address: address.href, isOwn: address.origin === window.location.origin };
}
