//! Facts about reading audiences.
