//! The users of the arena as the administration changes them. What the pages list is made anew after each change.

use super::state::AppState;
use crate::admin::{Account, Accounts, AdminKey, Answer, Change, Course};

impl Accounts for AppState {
    fn admin_key(&self) -> Option<&AdminKey> {
        self.admin.as_ref()
    }

    async fn accounts(&self) -> Answer<Vec<Account>> {
        Ok(self.store.accounts().await?)
    }

    async fn add(&self, names: Vec<String>) -> Answer<Vec<String>> {
        let made = self.store.add(names, self.config.limits.users).await?;
        self.leaders.changed();
        made
    }

    async fn change(&self, name: String, change: Change) -> Answer<Option<String>> {
        let changed = self.store.change(name, change).await?;
        self.leaders.changed();
        self.registry.list.changed();
        changed
    }

    async fn course(&self) -> Answer<Course> {
        Ok(self.store.course().await?)
    }

    async fn set_course(&self, course: Course) -> Answer<()> {
        Ok(self.store.set_course(course).await?)
    }
}
