import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";

const restaurants = contractsOf(() => import("@/lib/branches/contract"));

const branchesKey = () => [...backendKey(), "branches"];

/** Anew whenever the list is opened: somebody else may change it. */
export function useBranches() {
  return useQuery({ queryKey: branchesKey(), queryFn: ({ signal }) => call(restaurants.listBranches, { signal }), staleTime: 0 });
}

/** After a change every screen hears of the branches with the next check of the server's health, which is asked for at once. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: branchesKey() }),
      client.invalidateQueries({ queryKey: [...backendKey(), "health"] }),
      client.invalidateQueries({ queryKey: [...backendKey(), "table-log"] }),
    ]);
}

export function useOpenBranch() {
  const sendOnce = useSameKey();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { key: string; name: string }) =>
      sendOnce(body, (idempotencyKey) => call(restaurants.openBranch, { body, idempotencyKey })),
    onSettled: refresh,
  });
}

/** @param expected what it is called on this screen: somebody else's name is not overwritten */
export function useRenameBranch(key: string, expected: string) {
  const sendOnce = useSameKey();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) =>
      sendOnce([key, name, expected], (idempotencyKey) =>
        call(restaurants.renameBranch, { params: { key }, body: { name, expected }, idempotencyKey }),
      ),
    onSettled: refresh,
  });
}

/** Both may be asked for again as they are: the second time nothing happens. */
export function useCloseBranch(key: string) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call(restaurants.closeBranch, { params: { key } }), onSettled: refresh });
}

export function useReopenBranch(key: string) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call(restaurants.reopenBranch, { params: { key } }), onSettled: refresh });
}
