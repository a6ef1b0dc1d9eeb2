import type { StoreKind } from "./files";
import { PrismaClient as ContactsClient } from "./generated/contacts/client";
import { PrismaClient as HubClient } from "./generated/hub/client";
import { PrismaClient as TableClient } from "./generated/table/client";

/** Pieces of SQL for the hub's raw statements. */
export { Prisma } from "./generated/hub/client";
/** A message of the queue as the hub keeps it. */
export type { QueueAttemptModel } from "./generated/hub/models/QueueAttempt";
export type { QueueItemModel } from "./generated/hub/models/QueueItem";
export type { ContactsClient, HubClient, TableClient };

/** Prisma's client of each kind of store. */
export interface ClientOf {
  hub: HubClient;
  contacts: ContactsClient;
  table: TableClient;
}

export const CLIENTS = { hub: HubClient, contacts: ContactsClient, table: TableClient };

/** Inside a transaction: everything that a client can do but begin another one. */
export type Tx<Kind extends StoreKind> = Omit<ClientOf[Kind], "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends" | "$use">;
