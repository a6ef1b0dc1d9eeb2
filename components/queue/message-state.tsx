import type { ReactNode } from "react";
import type { Task } from "@/lib/queue/contract";
import { ReasonText } from "./reason-text";

const DELIVERIES: Record<string, string> = {
  delivered: "Arrived on the guest’s phone",
  read: "Read by the guest",
  replied: "The guest replied",
};

type Told = Pick<Task["results"][number], "status" | "error" | "delivery" | "worker"> & { left_because?: string | null };

/** Why a message did not go, or how far it came and by whom; nothing where there is nothing to say. */
export function messageState({ status, error, left_because, delivery, worker }: Told): ReactNode {
  if (error || left_because) {
    return (
      <>
        {error && <ReasonText text={error} />} {left_because}
      </>
    );
  }
  const told = delivery && DELIVERIES[delivery];
  if (status !== "SENT" || !worker) return told || undefined;
  return (
    <>
      {told && `${told} · `}by <bdi>{worker}</bdi>
    </>
  );
}

/** The same by itself. */
export function MessageState({ message }: { message: Told }) {
  return messageState(message);
}
