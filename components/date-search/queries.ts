"use client";

import { useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/queries";
import { call } from "@/lib/api/client";
import { searchByDate } from "@/lib/date-search/contract";

/** The guests of one date; asked for when the search was pressed, not while a date is being typed. */
export function useDatedContacts(date: string | null) {
  return useQuery({
    queryKey: [...backendKey(), "search-by-date", date],
    enabled: date !== null,
    retry: false,
    queryFn: ({ signal }) => call(searchByDate, { query: { date: date ?? "" }, signal }),
  });
}
