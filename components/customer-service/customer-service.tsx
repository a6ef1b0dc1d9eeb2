"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useStillMay } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import type { CustomerServiceDialog } from "./customer-service-dialog";

const Dialog = lazyComponent<ComponentProps<typeof CustomerServiceDialog>>(
  () => import("./customer-service-dialog").then((module) => module.CustomerServiceDialog),
  { onClose: (props) => props.onClose, frame: () => "wide" },
);

interface CustomerService {
  open: () => void;
}

const CustomerServiceContext = createContext<CustomerService | null>(null);

/** The dialog that writes to guests, for every place that opens it. */
export function CustomerServiceProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const service = useMemo<CustomerService>(
    () => ({
      open: () => {
        opener.remember();
        setOpened(true);
      },
    }),
    [opener],
  );
  const close = () => {
    setOpened(false);
    opener.giveBack();
  };
  const isShown = useStillMay("nav_customer_service", opened, close);
  return (
    <CustomerServiceContext value={service}>
      {children}
      {isShown && <Dialog onClose={close} />}
    </CustomerServiceContext>
  );
}

export function useCustomerService(): CustomerService {
  const service = useContext(CustomerServiceContext);
  if (!service) throw new Error("useCustomerService needs CustomerServiceProvider around it.");
  return service;
}
