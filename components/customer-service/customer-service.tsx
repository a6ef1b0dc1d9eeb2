"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useSameKey } from "@/components/app-base/same-key";
import { later } from "@/components/ui/later";
import type { CustomerServiceDialog } from "./customer-service-dialog";

const Dialog = later<ComponentProps<typeof CustomerServiceDialog>>(
  () => import("./customer-service-dialog").then((module) => module.CustomerServiceDialog),
  { onClose: (props) => props.onClose },
);

interface CustomerService {
  open: () => void;
}

const CustomerServiceContext = createContext<CustomerService | null>(null);

/** The dialog that writes to guests, for every place that opens it. */
export function CustomerServiceProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const opener = useRef<Element | null>(null);
  // Here and not in the dialog: whoever closes it after an unanswered press and opens it again sends with the same key.
  const sendOnce = useSameKey();
  const service = useMemo<CustomerService>(
    () => ({
      open: () => {
        opener.current = document.activeElement;
        setOpened(true);
      },
    }),
    [],
  );
  const close = () => {
    setOpened(false);
    // The layer takes its focus trap away first; the menu that opened it may be gone by now.
    window.setTimeout(() => {
      const { current } = opener;
      const back = current instanceof HTMLElement && current.isConnected && current !== document.body ? current : null;
      (back ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
    });
  };
  return (
    <CustomerServiceContext value={service}>
      {children}
      {opened && <Dialog sendOnce={sendOnce} onClose={close} />}
    </CustomerServiceContext>
  );
}

export function useCustomerService(): CustomerService {
  const service = useContext(CustomerServiceContext);
  if (!service) throw new Error("useCustomerService needs CustomerServiceProvider around it.");
  return service;
}
