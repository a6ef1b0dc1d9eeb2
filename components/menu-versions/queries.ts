"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call, fetchFile } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { changeMenuPrices } from "@/lib/menu-prices/contract";
import type { endOwnMenu, MenuLanguage } from "@/lib/menu-versions/contract";

const menus = contractsOf(() => import("@/lib/menu-versions/contract"));
const prices = contractsOf(() => import("@/lib/menu-prices/contract"));

export const useMenuVersions = () =>
  useQuery({
    queryKey: [...backendKey(), "menu-versions"],
    staleTime: 0,
    queryFn: ({ signal }) => call(menus.menuVersions, { signal }),
  });

/** Whatever was done and however it ended, what shows menus is asked for anew. */
function useDone<Input, Answer>(
  work: (input: Input, idempotencyKey: string) => Promise<Answer>,
  intentOf: (input: Input) => unknown = (input) => input,
) {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => once(intentOf(input), (key) => work(input, key)),
    onSettled: () => Promise.all(["menu-versions", "menus"].map((name) => client.invalidateQueries({ queryKey: [...backendKey(), name] }))),
  });
}

/** A file, and which menu it is a version of. */
export interface MenuUpload {
  file: File;
  key: string;
  language: MenuLanguage;
  group: boolean;
  name: string;
}

export const useUploadMenu = () =>
  useDone(
    ({ file, group, ...query }: MenuUpload, idempotencyKey) =>
      call(menus.uploadMenu, { file, query: { ...query, for_group: String(group) }, idempotencyKey }),
    ({ file, ...said }) => [file.name, file.size, file.lastModified, said],
  );

export const usePublishMenu = () =>
  useDone(({ id, counts_from }: { id: string; counts_from: string | null }, idempotencyKey) =>
    call(menus.publishMenu, { params: { id }, body: { counts_from }, idempotencyKey }),
  );

export const useWithdrawMenu = () => useDone((id: string, idempotencyKey) => call(menus.withdrawMenu, { params: { id }, idempotencyKey }));

export const useDiscardMenu = () => useDone((id: string, idempotencyKey) => call(menus.discardMenu, { params: { id }, idempotencyKey }));

export const useEndOwnMenu = () =>
  useDone((body: BodyInputOf<typeof endOwnMenu>, idempotencyKey) => call(menus.endOwnMenu, { body, idempotencyKey }));

export const useMenuPrices = (id: string) =>
  useQuery({
    queryKey: [...backendKey(), "menu-prices", id],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY, // a version never changes
    queryFn: ({ signal }) => call(prices.menuPrices, { params: { id }, signal }),
  });

export const useChangePrices = (id: string) =>
  useDone((body: BodyInputOf<typeof changeMenuPrices>, idempotencyKey) =>
    call(prices.changeMenuPrices, { params: { id }, body, idempotencyKey }),
  );

export const useMenuFile = () => useMutation({ mutationFn: (id: string) => fetchFile(menus.menuFile, { params: { id } }) });

/**
 * One page of a version as a picture, and an address of this page at which it is shown.
 * @param changesOf frames what was changed in that version
 */
export function useMenuPage(id: string, page: number, changesOf: string | null) {
  const picture = useQuery({
    queryKey: [...backendKey(), "menu-page", id, page, changesOf],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY, // a version never changes
    queryFn: ({ signal }) => fetchFile(menus.menuPage, { params: { id, page }, query: changesOf ? { changes_of: changesOf } : {}, signal }),
  });
  const [shown, setShown] = useState<{ of: File; at: string } | null>(null);
  const file = picture.data;
  useEffect(() => {
    if (!file) return;
    const at = URL.createObjectURL(file);
    setShown({ of: file, at });
    return () => URL.revokeObjectURL(at);
  }, [file]);
  return { error: picture.error, refetch: picture.refetch, at: shown && shown.of === file ? shown.at : null };
}
