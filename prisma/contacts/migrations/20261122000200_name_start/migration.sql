-- Finds the guests whose name begins with what was typed: `search_text` begins with the folded name, of those who have one.
-- Sixteen characters are as many as most people type, and keep the index at a third of the texts.
CREATE INDEX "contact_name_start" ON "contact" (substr("search_text", 1, 16)) WHERE "name" <> '';
