-- A guest's page shows what points were given for: all visits of one customer, without reading everybody's.
-- CreateIndex
CREATE INDEX "loyalty_visit_customer_id_idx" ON "loyalty_visit"("customer_id");
