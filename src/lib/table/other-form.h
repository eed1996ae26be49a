/* Recognizes tables that are not CSV. */
#ifndef SWF_TABLE_OTHER_FORM_H
#define SWF_TABLE_OTHER_FORM_H

/* "JSON" (also NDJSON) or "aligned text" where a table begins with this line, which ends with a
 * newline; NULL where the line may be one of CSV. */
const char *swf_other_form(const char *line);

#endif
