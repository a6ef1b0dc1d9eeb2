import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { pagesBase } from "@/lib/api/backends";
import { call } from "@/lib/api/client";
import { type DateFormat, knowDateFormat } from "@/lib/date-format";

const dates = contractsOf(() => import("@/lib/date-setting/contract"));

/** Pages are written as the server says that gives them, whichever one is chosen for calls. */
const here = () => ({ base: pagesBase(), branch: null });

const KEY = ["date-format"];

/** Anew whenever it is looked at; what somebody else has chosen since this page was opened counts here from then on. */
export function useDateFormat() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const answer = await call(dates.readDateFormat, { ...here(), signal });
      knowDateFormat(answer.format);
      return answer;
    },
    staleTime: 0,
  });
}

export function useChangeDateFormat() {
  const sendOnce = useSameKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (format: DateFormat) =>
      sendOnce(format, (idempotencyKey) => call(dates.changeDateFormat, { ...here(), body: { format }, idempotencyKey })),
    onSuccess: ({ format }) => knowDateFormat(format),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
