/** What merge rules are called. */

import { t, type Key } from '../i18n';

const RULES: Record<string, Key> = {
    require_at_least_one_review: 'rule_review',
    require_all_reviews_approved: 'rule_approved',
    require_up_to_date_change_request: 'rule_up_to_date',
    require_change_request_subject: 'rule_subject',
    require_change_request_description: 'rule_description',
    no_new_broken_links: 'rule_links',
    no_breaking_api_change: 'rule_api',
    require_specific_reviewers: 'rule_reviewers',
    require_one_of_specific_reviewers: 'rule_one_reviewer',
};
/** Returns the name of a rule in words; its own name for one that has none. */
export function ruleName(rule: string): string {
    const key = RULES[rule];
    return key ? t(key) : rule;
}
